import { afterEach, describe, expect, it } from 'vitest'
import { answering } from '../src/app/worker/answering.ts'
import type { Described } from '../src/app/worker/describe.ts'
import type { Reply, Request } from '../src/app/worker/protocol.ts'
import { session } from '../src/app/worker/session.ts'
import { tasks } from '../src/app/worker/tasks.ts'

/* Of two pieces of work that overlap, the later one decides what is open, whichever ends first. */

afterEach(() => tasks.close(null))

/** A file whose bytes come when they are let go. */
function slowFile(text: string): { blob: Blob; letGo: () => void } {
  let letGo = (): void => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const blob = new Blob([text])
  const read = blob.arrayBuffer.bind(blob)
  blob.arrayBuffer = () => gate.then(read)
  return { blob, letGo }
}

const table = (first: number): Blob => new Blob([`x,y\n${first},1\n2,3\n4,5\n`])

function asked(): { ask: (request: Request) => Promise<void>; replyTo: (id: number) => Reply | undefined } {
  const replies: Reply[] = []
  const answer = answering((reply) => replies.push(reply))
  return {
    ask: answer,
    replyTo: (id) => replies.find((reply) => reply.id === id && ('answer' in reply || 'failure' in reply)),
  }
}

const open = (id: number, name: string, blob: Blob): Request => ({
  id,
  task: 'open',
  asked: { role: 'nominal', blob, name },
})

describe('a file that is opened while another is still being read', () => {
  it('stays open when the first one is read at last', async () => {
    const { ask, replyTo } = asked()
    const slow = slowFile('x,y\n9,9\n8,8\n')
    const first = ask(open(1, 'first.csv', slow.blob))
    await ask({ id: 1, cancel: true })
    await ask(open(2, 'second.csv', table(1)))
    slow.letGo()
    await first
    expect(replyTo(1)).toMatchObject({ failure: { code: 'aborted' } })
    expect((replyTo(2) as { answer: Described }).answer.nominal?.name).toBe('second.csv')
    expect(session.files.nominal?.name).toBe('second.csv')
  })

  it('stays open when the first one fails at last', async () => {
    const { ask, replyTo } = asked()
    const slow = slowFile('')
    const first = ask(open(1, 'empty.csv', slow.blob))
    await ask(open(2, 'second.csv', table(1)))
    slow.letGo()
    await first
    expect(replyTo(1)).toHaveProperty('failure')
    expect(session.files.nominal?.name).toBe('second.csv')
  })

  it('leaves the files as they were if it cannot be read itself', async () => {
    const { ask, replyTo } = asked()
    await ask(open(1, 'good.csv', table(1)))
    await ask(open(2, 'empty.csv', new Blob([''])))
    expect(replyTo(2)).toHaveProperty('failure')
    expect(session.files.nominal?.name).toBe('good.csv')
  })
})
