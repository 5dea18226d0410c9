// The packed packages in an empty project: installed by npm, then used as a newcomer would, in Node and in a browser.
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { visit } from '../chromium.mjs'
import { compileExample, markdownExamples } from '../examples/compile.mjs'

/** An empty project with the tarballs installed in it. */
export async function installAll(project, packages) {
  await mkdir(project)
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
  const tarballs = packages.map(({ tarball }) => tarball)
  run(project, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...tarballs)
  await cp(new URL('trial.mjs', import.meta.url), join(project, 'trial.mjs'))
}

/** Every entry can be imported, the READMEs' examples run, the command works; returns what the trial gave. */
export async function runInNode(project, packages) {
  const names = packages.flatMap(({ manifest: { name, exports } }) =>
    Object.keys(exports)
      .filter((path) => !path.endsWith('.json'))
      .map((path) => join(name, path)),
  )
  const imports = names.map((name) => `await import(${JSON.stringify(name)})`).join('\n')
  await writeFile(join(project, 'import-all.mjs'), `${imports}\n`)
  run(project, process.execPath, 'import-all.mjs')
  console.log(`imported in Node: ${names.join(', ')}`)

  const claim = pathToFileURL(new URL('../examples/claim.mjs', import.meta.url).pathname).href
  let examples = 0
  for (const { directory, folder } of packages) {
    for (const { code } of markdownExamples(await readFile(join(directory, 'README.md'), 'utf8'))) {
      const file = `example-${folder}-${examples++}.mjs`
      await writeFile(join(project, `run-${file}`), compileExample(code).module)
      await writeFile(
        join(project, file),
        `import { installClaim } from ${JSON.stringify(claim)}\ninstallClaim()\nawait import('./run-${file}')\n`,
      )
      run(project, process.execPath, file)
    }
  }
  console.log(`examples of the READMEs run: ${examples}`)

  const version = run(project, 'npx', '--no-install', 'xenolith', '--version').trim()
  console.log(`npx xenolith --version: ${version}`)
  await writeFile(
    join(project, 'run-trial.mjs'),
    `import { trial } from './trial.mjs'\nconsole.log(JSON.stringify(await trial()))\n`,
  )
  return JSON.parse(run(project, process.execPath, 'run-trial.mjs'))
}

/** Bundles the trial by Vite with its defaults, runs it in Chromium and counts the answers that differ from Node's. */
export async function runInBrowser(project, expected) {
  await writePage(project, 'page.mjs', "import { trial } from './trial.mjs'\n", 'trial()')
  await build({ root: project, configFile: false, logLevel: 'warn' })
  return compare('bundled', expected, await visit(join(project, 'dist')))
}

/** The same in one script: the worker stands in it, and nothing of Node does. */
export async function runInOneFile(project, expected) {
  const imports = `import { trial } from './trial.mjs'
import EngineWorker from '@xenolith/engine/worker?worker&inline'
`
  await writePage(project, 'page.mjs', imports, 'trial(() => new EngineWorker())')
  await build({ root: project, configFile: false, logLevel: 'warn', build: { outDir: 'single' } })
  const assets = (await readdir(join(project, 'single', 'assets'))).filter((name) => !/^page|^index/.test(name))
  const [script] = (await readdir(join(project, 'single', 'assets'))).filter((name) => name.endsWith('.js'))
  const text = await readFile(join(project, 'single', 'assets', script), 'utf8')
  // The engine names its own worker file too: a page that never starts it never loads it.
  const foreign = /\bnode:\w+|worker_threads/.exec(text)?.[0]
  if (foreign !== undefined) throw new Error(`the script of a single page names ${foreign}`)
  console.log(`one script of ${(text.length / 1000).toFixed(0)} kB; beside it: ${assets.join(', ') || 'nothing'}`)
  for (const name of assets) await rm(join(project, 'single', 'assets', name))
  return compare('one file', expected, await visit(join(project, 'single')))
}

async function writePage(project, name, imports, call) {
  await writeFile(
    join(project, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>trial</title><script type="module" src="./${name}"></script>\n`,
  )
  await writeFile(
    join(project, name),
    `${imports}const send = (report) => fetch('/report', { method: 'POST', body: JSON.stringify(report) })
${call}.then((answers) => send({ answers }), (error) => send({ error: String(error.stack ?? error) }))
`,
  )
}

function compare(how, expected, { answers, error }) {
  if (error) throw new Error(error)
  let wrong = 0
  for (const [name, value] of Object.entries(expected)) {
    const same = answers[name] === value
    if (!same) wrong++
    console.log(`${same ? 'same' : 'DIFFERENT'}  ${how}, ${name}: Node ${value}, Chromium ${answers[name]}`)
  }
  return wrong
}

function run(directory, command, ...args) {
  return execFileSync(command, args, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
