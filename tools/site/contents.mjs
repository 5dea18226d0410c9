// Which pages the site has, in which order.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../packages/pack.mjs'

const START = [
  ['README.md', 'Start'],
  ['docs/guide.md', 'Guide'],
  ['docs/paths.md', 'Two worked paths'],
  ['docs/detectors.md', 'Detectors'],
  ['docs/python.md', 'Python'],
  ['docs/spark.md', 'Spark'],
  ['docs/studio.md', 'Studio'],
  ['docs/service.md', 'Service'],
  ['docs/alpha.md', 'Alpha'],
  ['docs/glossary.md', 'Glossary'],
  ['docs/errors.md', 'Errors'],
]
const PROOF = [
  ['docs/certificates.md', 'Certificates'],
  ['docs/review.md', 'Review'],
  ['docs/watch.md', 'Watch'],
  ['docs/paper-map.md', 'Paper map'],
  ['docs/reproduction.md', 'Reproduction'],
  ['docs/experiments.md', 'Running the experiments'],
]
const INSIDE = [
  ['docs/model-format.md', 'Model format'],
  ['docs/engine.md', 'Engine'],
  ['CONTRIBUTING.md', 'Contributing'],
  ['CHANGELOG.md', 'Changelog'],
]

/** Groups of Markdown pages: the source and the name in the list of pages. A page of docs/ in no group goes to the last. */
export function documents() {
  const named = [...START, ...PROOF, ...INSIDE]
  const others = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md') && !named.some(([source]) => source === `docs/${name}`))
    .map((name) => [`docs/${name}`, undefined])
  const decisions = readdirSync(join(root, 'docs/decisions'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => [`docs/decisions/${name}`, undefined])
  const groups = [
    { heading: 'Using it', pages: START },
    { heading: 'The promise', pages: PROOF },
    { heading: 'Inside', pages: [...INSIDE, ...others] },
    { heading: 'Decisions', pages: decisions },
  ]
  return groups.map(({ heading, pages }) => ({
    heading,
    pages: pages.filter(([source]) => existsSync(join(root, source))).map(([source, name]) => ({ source, name })),
  }))
}

/** Where the page of a source is in the site. */
export function sitePath(source) {
  if (source === 'README.md') return 'index.html'
  return source
    .replace(/^docs\//, '')
    .toLowerCase()
    .replace(/\.md$/, '.html')
}
