// Builds dist/studio.html: one file with the application, its style and the worker's script inside. The policy names
// the application's script by its hash, so that no other script runs, and forbids every connection.
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { rolldown } from 'rolldown'
import { build } from 'vite'
import { palette, plotStyle } from '../pages/dist/index.js'

const here = new URL('.', import.meta.url)
const path = (name) => fileURLToPath(new URL(name, here))

/** How long each plugin took is nothing that a person who installs needs to read. */
const checks = { bundlerTimings: false }

const [worker, parquet, app] = await Promise.all([
  bundleWorker('src/app/worker/main.ts'),
  bundleWorker('src/app/worker/parquet-main.ts'),
  bundleApp(),
])
const script = inert(app.script)
const hash = createHash('sha256').update(script).digest('base64')
const parts = {
  policy: [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src 'sha256-${hash}' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  style: `${palette.markup}\n${plotStyle.markup}\n${app.style}`,
  worker: inert(worker),
  parquet: inert(parquet),
  app: script,
}
const page = await readFile(path('src/app/page.html'), 'utf8')
await mkdir(path('dist'), { recursive: true })
await writeFile(
  path('dist/studio.html'),
  page.replace(/%(policy|worker|parquet)%|\/\*(style|app)\*\//g, (_, text, code) => parts[text ?? code]),
)

/** A script's text that cannot end the element it stands in. */
function inert(text) {
  return text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--')
}

/** Classic, because a browser starts no module worker for a page from disk. */
async function bundleWorker(entry) {
  const bundle = await rolldown({
    input: path(entry),
    platform: 'browser',
    checks,
    // The engine's own way to start a worker, which a single file never takes.
    onLog: (level, log, handler) => log.code !== 'EMPTY_IMPORT_META' && handler(level, log),
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code
}

async function bundleApp() {
  const [{ output }] = await build({
    root: path('src/app'),
    configFile: false,
    logLevel: 'warn',
    plugins: [svelte({ configFile: false })],
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: path('src/app/main.ts'), formats: ['iife'], name: 'studio', cssFileName: 'studio' },
      cssCodeSplit: false,
      rolldownOptions: { checks },
    },
  }).then((result) => (Array.isArray(result) ? result : [result]))
  const style = output.find(({ fileName }) => fileName.endsWith('.css'))?.source ?? ''
  return { script: output.find(({ type }) => type === 'chunk').code, style }
}
