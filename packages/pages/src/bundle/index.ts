export type { CarriedScores } from '@xenolith/core/internals'
export {
  BUNDLE_FORMAT,
  type Bundle,
  type BundlePage,
  bundleScript,
  bundleText,
  openBundle,
  readBundle,
  renderBundle,
} from './bundle.js'
export {
  type BundleSignature,
  breakIn,
  type Check,
  checkBundle,
  eventText,
  fromBase64,
  type StoredEvent,
  sha256Hex,
  type VerifySignature,
  verifyInBrowser,
} from './check.js'
