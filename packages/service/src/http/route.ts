import type { KeyObject } from 'node:crypto'
import type { ModelFile } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Config } from '../config.js'
import type { Body, IngestAnswer } from '../ingest.js'
import type { Standard } from '../loaded.js'
import type { StreamRow } from '../store/operations/streams.js'
import type { Store } from '../store/operations.js'
import type { Workshop } from '../workshop/workshop.js'
import type { Caller, Gate, Need } from './access.js'
import type { Live } from './live.js'

/** What routes work with. */
export interface Parts {
  readonly config: Config
  readonly store: Store
  readonly engine: Engine
  readonly gate: Gate
  readonly live: Live
  readonly model: (id: string) => Promise<ModelFile>
  readonly standard: (stream: StreamRow) => Promise<Standard>
  readonly workshop: Workshop
  readonly ingest: (stream: string, body: Body) => Promise<IngestAnswer>
  /** An Ed25519 key that bundles are signed with. */
  readonly signingKey?: KeyObject
  /** False from the moment that the service is told to stop. */
  readonly ready: () => boolean
  /** Requests answered, by status. */
  readonly requests: Map<number, number>
}

/** A request that was checked. */
export interface Call {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With {names} in braces. */
  readonly path: string
  readonly need: Need
  readonly summary: string
  readonly query?: TSchema
  readonly body?: TSchema
  /** Bodies that are bytes: their media types. */
  readonly bytes?: readonly string[]
  /** A body of any length, handed over as it arrives: its media type. */
  readonly streamed?: string
  readonly headers?: TSchema
  readonly bodyLimit?: number
  /** By status: a schema of JSON, or the media types of something else. */
  readonly answers: Readonly<Record<number, TSchema | string | readonly string[]>>
  run(call: Call): Promise<unknown>
}
