import { router } from '../shell/router.svelte.ts'
import { served } from '../state/life.ts'
import { openStorage, type Storage } from '../verdicts/storage.ts'
import { type Client, createClient } from './client.ts'
import { followLive, type LiveState } from './live.ts'
import { type Keep, type Letter, type Outbox, type OutboxState, type Outcome, openOutbox } from './outbox.ts'
import { Refused, wordsOf } from './problem.ts'
import type { HistoryEvent, Me, Stream } from './shapes.ts'

export type Phase = 'none' | 'connecting' | 'token' | 'ready' | 'failed'

const TOKEN = 'xenolith-token'
/** Streams are read again at most so often while rows come in. */
const REFRESH_MS = 400

/** The service behind the page: who we are, its streams as they change, and verdicts on their way to it. */
class Service {
  phase = $state<Phase>(served ? 'connecting' : 'none')
  failure = $state('')
  me = $state.raw<Me | null>(null)
  streams = $state.raw<readonly Stream[]>([])
  live = $state<LiveState>('connecting')
  outbox = $state.raw<OutboxState>({ waiting: 0, away: false })
  /** Said at once, to eyes and ears: a promise that no longer holds. */
  alarm = $state('')
  readonly client: Client = createClient({ base: '', token: () => this.#token, fetch: (...args) => fetch(...args) })
  #token: string | null = recall()
  #hearers = new Set<(event: HistoryEvent) => void>()
  #takers = new Set<(outcome: Outcome) => void>()
  #box: Outbox | undefined
  #started = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The stream that the address names, or the first. */
  get stream(): Stream | null {
    const wanted = router.place.query.get('stream')
    return this.streams.find(({ id }) => id === wanted) ?? this.streams[0] ?? null
  }

  start(): void {
    if (this.#started || !served) return
    this.#started = true
    void this.connect()
  }

  async connect(): Promise<void> {
    this.phase = 'connecting'
    try {
      this.me = await this.client.me()
      this.streams = await this.client.streams()
      this.phase = 'ready'
      await this.#openBox()
      followLive({
        client: this.client,
        after: this.me.lastEvent,
        onEvent: (event) => this.#take(event),
        onState: (state) => this.#liveIs(state),
      })
    } catch (error) {
      const token = error instanceof Refused && error.problem.status === 401
      this.phase = token ? 'token' : 'failed'
      this.failure = wordsOf(error)
    }
  }

  async enter(token: string): Promise<void> {
    this.#token = token.trim()
    remember(this.#token)
    await this.connect()
  }

  /** Calls for every event from now on, until the function that comes back is called. */
  hear(hearer: (event: HistoryEvent) => void): () => void {
    this.#hearers.add(hearer)
    return () => this.#hearers.delete(hearer)
  }

  /** Calls with what became of each verdict. */
  take(taker: (outcome: Outcome) => void): () => void {
    this.#takers.add(taker)
    return () => this.#takers.delete(taker)
  }

  get onTheWay(): ReadonlySet<string> {
    return this.#box?.rows ?? new Set()
  }

  async decide(...[decisions, bulk]: Parameters<Outbox['add']>): Promise<void> {
    await this.#box?.add(decisions, bulk)
  }

  retry(): void {
    void this.#box?.flush()
  }

  async refresh(): Promise<void> {
    this.streams = await this.client.streams()
  }

  #take(event: HistoryEvent): void {
    if (event.kind === 'certificate.void') {
      const { reason } = event.body as { reason: string | null }
      this.alarm = `Void: the promise no longer holds. ${reason ?? ''}`
    }
    if (/^(rows|certificate|stream)\./.test(event.kind)) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.refresh().catch(() => {})
      }, REFRESH_MS)
    }
    for (const hearer of this.#hearers) hearer(event)
  }

  #liveIs(state: LiveState): void {
    const back = state === 'live' && this.live === 'away'
    this.live = state
    if (state === 'live') this.retry()
    if (back) this.refresh().catch(() => {})
  }

  async #openBox(): Promise<void> {
    if (this.#box !== undefined) return this.#box.flush()
    const storage = await openStorage()
    this.#box = await openOutbox({
      send: (decisions, bulk) => this.client.decide(decisions, bulk),
      keep: keepIn(storage),
      onOutcome: (outcome) => {
        for (const taker of this.#takers) taker(outcome)
      },
      onChange: (state) => {
        this.outbox = state
      },
    })
    this.outbox = this.#box.state
    addEventListener('online', () => this.retry())
    void this.#box.flush()
  }
}

/** All letters under one key: a page that is closed in the middle of a write keeps the old ones or the new ones, never none. */
function keepIn(storage: Storage): Keep {
  return {
    load: async () => (await storage.all<readonly Letter[]>('outbox')).at(0) ?? [],
    save: (letters) => storage.put('outbox', 'letters', letters),
  }
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(TOKEN)
  } catch {
    return null
  }
}

function remember(token: string): void {
  try {
    sessionStorage.setItem(TOKEN, token)
  } catch {
    // It holds until the page is closed.
  }
}

export const service: Service = new Service()
