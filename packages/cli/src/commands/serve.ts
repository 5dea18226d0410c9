import { readFile } from 'node:fs/promises'
import { XenolithError } from '@xenolith/core'
import { readPlainFile, readPrivateKey } from '@xenolith/files'
import { count } from '@xenolith/pages'
import type { Demo, Service, Store } from '@xenolith/service'
import { Command, Option } from 'commander'
import { type CommonOptions, toCount, withCommon } from '../options.js'
import { studioBeside } from '../studio.js'
import { createTerminal, type Terminal } from '../terminal.js'

interface ServeOptions extends CommonOptions {
  readonly store?: string
  readonly host: string
  readonly port: number
  readonly allowHost?: string[]
  readonly keepDays: number
  readonly maxBody: number
  readonly maxRows: number
  readonly rate: number
  readonly privateHooks?: boolean
  readonly workers: number
  readonly studio?: string
  readonly sign?: string
  readonly demo?: boolean
  readonly newToken?: 'ingest' | 'read' | 'review' | 'admin'
  readonly tokenName: string
}

const STORE = 'xenolith.db'
/** What is played in is no row of anybody's. */
const DEMO_STORE = 'xenolith-demo.db'
const DEMO_STEP_MS = 1000
/** A studio is well below a megabyte. */
const STUDIO = { what: 'a studio page', most: 32 * 1024 * 1024, tooLarge: 'too-large' } as const
const DRAIN_MS = 10_000

export function serveCommand(): Command {
  const command = new Command('serve')
    .summary('alarms, reviews and the watch over HTTP')
    .description(
      'Takes rows over HTTP, raises alarms, keeps them for review, and says when the promise no longer holds. One process, one file.',
    )
    .option('--store <FILE|URL>', `an SQLite file, or postgres://... (default ${STORE}; with --demo ${DEMO_STORE})`)
    .option('--host <ADDRESS>', 'any other than this machine needs tokens', '127.0.0.1')
    .option('--port <N>', 'port; 0 takes a free one', toCount, 7878)
    .option(
      '--allow-host <NAME...>',
      'further names under which clients reach the service, besides localhost and its address',
    )
    .option('--keep-days <N>', 'how long rows of new streams are kept', toCount, 90)
    .option('--max-body <BYTES>', 'largest body of rows', toCount, 8 * 1024 * 1024)
    .option('--max-rows <N>', 'most rows in one request', toCount, 10_000)
    .option('--rate <N>', 'most requests of one caller in a minute', toCount, 60_000)
    .option('--private-hooks', 'let hooks go to private addresses')
    .option('--workers <N>', 'threads for scoring', toCount, 1)
    .option('--studio <FILE>', 'the studio page to serve (default: the one that comes with the command)')
    .option('--sign <KEY>', 'sign bundles with this private key (xenolith keygen makes one)')
    .option('--demo', 'start with a demo: a model, a live stream that drifts after a minute, and a queue to review')
    .addOption(
      new Option('--new-token <ROLE>', 'make a token, print it once, and end').choices([
        'ingest',
        'read',
        'review',
        'admin',
      ]),
    )
    .option('--token-name <NAME>', 'who the token is for', 'admin')
  return withCommon(command).addHelpText('after', EXAMPLES).action(run)
}

async function run(options: ServeOptions): Promise<void> {
  const terminal = createTerminal(options)
  // Loaded here: no other command needs a database or a server.
  const { createService, createToken, openStore, startDemo } = await import('@xenolith/service')
  if (options.port > 65_535) throw new XenolithError('bad-option', `--port must be at most 65535, got ${options.port}`)
  const studio = await readStudio(options.studio)
  const signingKey = options.sign === undefined ? undefined : await readPrivateKey(options.sign)
  const path = options.store ?? (options.demo ? DEMO_STORE : STORE)
  const store: Store = await openStore(path)
  if (options.newToken !== undefined) {
    const { newToken: role, tokenName: name } = options
    const { token, id } = await createToken(store, { name, role, expiresAt: null, actor: 'command', at: Date.now() })
    await store.close()
    if (options.json) return terminal.json({ id, role, name, token })
    return terminal.answer(token)
  }
  let service: Service
  try {
    service = await createService({
      store,
      host: options.host,
      port: options.port,
      allowHosts: options.allowHost ?? [],
      keepDays: options.keepDays,
      bodyLimit: options.maxBody,
      rowLimit: options.maxRows,
      rateLimit: options.rate,
      privateHooks: options.privateHooks === true,
      workers: options.workers,
      studio,
      signingKey,
      log: (line) => terminal.note(line),
    })
  } catch (error) {
    await store.close()
    throw error
  }
  let address: string
  try {
    address = await service.listen()
  } catch (error) {
    await service.close()
    throw new XenolithError(
      'bad-option',
      `cannot listen at ${options.host}:${options.port}: ${(error as Error).message}`,
    )
  }
  const demo = options.demo ? await startDemo(service) : null
  if (options.json) terminal.json({ address, store: path, ...(demo === null ? {} : { stream: demo.stream }) })
  else terminal.say(`Xenolith listens at ${address}, store ${path}. API: ${address}/openapi.json`)
  if (demo !== null)
    terminal.say(
      `The demo's alarms: ${address}/${studio === undefined ? `v1/streams/${demo.stream}/alarms` : '#/alarms'}`,
    )
  else if (studio !== undefined) terminal.say(`The studio: ${address}/`)
  await untilTold(service, demo, terminal)
}

/** The page of the studio: the one that was named, or the one beside the command if it is there. */
async function readStudio(named: string | undefined): Promise<string | undefined> {
  if (named !== undefined) return (await readPlainFile(named, STUDIO)).toString('utf8')
  try {
    return await readFile(studioBeside(), 'utf8')
  } catch {
    return undefined
  }
}

/** Until a signal comes: then no more is taken, what is under way ends, and the store is closed. A second signal ends at once. */
async function untilTold(service: Service, demo: Demo | null, terminal: Terminal): Promise<void> {
  let playing = Promise.resolve()
  const last: DemoStatus = { status: 'valid' }
  const timer =
    demo === null
      ? undefined
      : setInterval(() => (playing = playing.then(() => play(demo, terminal, last))), DEMO_STEP_MS)
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, resolve)
  })
  clearInterval(timer)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  terminal.say(`${signal}: ending.`)
  const late = setTimeout(() => process.exit(1), DRAIN_MS)
  late.unref()
  await playing
  await service.close()
}

/** How the demo's certificate stood after the last batch. */
interface DemoStatus {
  status: string
}

async function play(demo: Demo, terminal: Terminal, before: DemoStatus): Promise<void> {
  try {
    const { status, alarms } = await demo.step()
    if (status !== before.status) {
      terminal.tally('')
      const anew = status === 'void' ? ', for good: it starts anew with another --store' : ''
      terminal.say(`The demo's certificate is ${status}${anew}.`)
    }
    before.status = status
    terminal.tally(`demo: ${count(alarms)} alarms in the last 200 rows, certificate ${status}`)
  } catch (error) {
    terminal.note(error instanceof Error ? error.message : String(error))
  }
}

const EXAMPLES = `
Examples:
  xenolith serve --demo
  xenolith serve --store ./xenolith.db --keep-days 30
  xenolith serve --store postgres://user@host/db --new-token admin --token-name ann
  xenolith history verify --store ./xenolith.db`
