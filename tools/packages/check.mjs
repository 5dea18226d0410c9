// Packs every package as npm would publish it and checks what people would get. Needs the built packages.
//   node tools/packages/check.mjs            contents, size, publint, types, and an install into an empty project
//   node tools/packages/check.mjs --browser  the same, and the installed packages bundled by Vite, in Chromium
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkContents } from './contents.mjs'
import { installAll, runInBrowser, runInNode, runInOneFile } from './installed.mjs'
import { lint } from './lint.mjs'
import { packAll } from './pack.mjs'

const folder = await mkdtemp(join(tmpdir(), 'xenolith-packages-'))
let failures = 0
try {
  const packages = packAll(folder)
  for (const each of packages) {
    const complaints = [...checkContents(each), ...(await lint(each))]
    failures += complaints.length
    const { name } = each.manifest
    console.log(`${name}: ${(each.size / 1000).toFixed(0)} kB, ${each.files.length} files`)
    for (const complaint of complaints) console.log(`  WRONG ${complaint}`)
  }
  const project = join(folder, 'project')
  await installAll(project, packages)
  const inNode = await runInNode(project, packages)
  if (process.argv.includes('--browser')) {
    failures += await runInBrowser(project, inNode)
    failures += await runInOneFile(project, inNode)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'the packages are fit to publish' : `${failures} complaints`)
process.exitCode = failures === 0 ? 0 : 1
