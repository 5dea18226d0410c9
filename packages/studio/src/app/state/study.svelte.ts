import type { Kind } from '@xenolith/files/pure'
import type { ColumnFacts, Described } from '../worker/describe.ts'
import { namingColumns } from '../worker/naming.ts'
import type { Reading, Role } from '../worker/session.ts'
import { firstUse, rolesOf, type Use } from './roles.ts'
import { work } from './work.svelte.ts'
import { whenLost } from './worker.ts'

/** The two files and what is made of their columns. Rows stay in the worker. */
class Study {
  described = $state.raw<Described | null>(null)
  uses = $state<Record<string, Use>>({})
  /** Counts every change of what the scores depend on. */
  version = $state(0)
  #reading: { readonly role: Role; readonly done: Promise<boolean> } | null = null

  get nominal() {
    return this.described?.nominal ?? null
  }

  get mixture() {
    return this.described?.mixture ?? null
  }

  get columns(): readonly ColumnFacts[] {
    return this.described?.columns ?? []
  }

  get ready(): boolean {
    return this.nominal !== null && this.mixture !== null && this.features > 0
  }

  get features(): number {
    return this.columns.filter(({ name }) => this.useOf(name) === 'feature').length
  }

  get roles() {
    return rolesOf(this.columns, (name) => this.useOf(name))
  }

  get naming(): readonly string[] {
    return namingColumns(this.described?.notes ?? [])
  }

  /** Numbers and categories that the detectors are given, of both files. */
  get cells(): number {
    return ((this.nominal?.rows ?? 0) + (this.mixture?.rows ?? 0)) * this.features
  }

  useOf(name: string): Use {
    const column = this.columns.find((each) => each.name === name)
    return this.uses[name] ?? (column === undefined ? 'left out' : firstUse(column, this.naming))
  }

  /** Uses a column otherwise. Only one names rows. */
  use(name: string, use: Use): void {
    if (use === 'row name') {
      for (const other of this.columns) if (this.useOf(other.name) === 'row name') this.uses[other.name] = 'left out'
    }
    this.uses[name] = use
    this.version++
  }

  /** Whoever gives the second file while the first is being read means both: it waits. Another one for the same place does not. */
  async open(role: Role, file: File): Promise<boolean> {
    const before = this.#reading
    const read = async (): Promise<boolean> => {
      if (before !== null && before.role !== role) await before.done
      return this.#take(await work.run(`Reading ${file.name}`, 'open', { role, blob: file, name: file.name }))
    }
    const reading = { role, done: read() }
    this.#reading = reading
    try {
      return await reading.done
    } finally {
      if (this.#reading === reading) this.#reading = null
    }
  }

  async openDemo(): Promise<boolean> {
    this.uses = {}
    return this.#take(await work.run('Opening the demo', 'openDemo', null))
  }

  async swap(): Promise<void> {
    this.#take(await work.run('Swapping the files', 'swap', null))
  }

  async changeKind(name: string, kind: Kind): Promise<void> {
    const { reading } = this.described!
    await this.#reread({ ...reading, kinds: { ...reading.kinds, [name]: kind } })
  }

  async changeNumbers(format: Pick<Reading, 'decimal' | 'thousands'>): Promise<void> {
    // Kinds are found anew: what was no number may be one now.
    await this.#reread({ ...format, kinds: {} })
  }

  async #reread(reading: Reading): Promise<void> {
    this.#take(await work.run('Reading both files again', 'reread', reading))
  }

  /** The worker was ended in the middle of something: what it held is gone. */
  forget(): void {
    this.described = null
    this.uses = {}
    this.version++
  }

  #take(described: Described | undefined): boolean {
    if (described === undefined) return false
    this.described = described
    this.version++
    return true
  }
}

export const study: Study = new Study()
whenLost(() => study.forget())
