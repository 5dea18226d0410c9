// publint and Are The Types Wrong on a tarball. The packages are ES modules, so that the two ways in which CommonJS
// and moduleResolution "node10" would resolve them are left out, as attw's profile "esm-only" does.
import { readFile } from 'node:fs/promises'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

const FOREIGN = ['node10', 'node16-cjs']

export async function lint({ tarball, manifest }) {
  const bytes = await readFile(tarball)
  const { messages, pkg } = await publint({
    pack: { tarball: toArrayBuffer(bytes) },
    level: 'suggestion',
    strict: true,
  })
  const types = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)))
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`),
    ...typeProblems(types).map((problem) => `attw: ${problem}`),
    ...(types.types === false ? [`attw: ${manifest.name} has no types`] : []),
  ]
}

function typeProblems({ problems = [] }) {
  return problems
    .filter(({ resolutionKind, kind }) => !FOREIGN.includes(resolutionKind) && kind !== 'CJSResolvesToESM')
    .map(({ kind, entrypoint, resolutionKind }) => `${kind} ${entrypoint ?? ''} ${resolutionKind ?? ''}`.trim())
}

function toArrayBuffer(bytes) {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
