import { XenolithError } from '@xenolith/core'
import { count } from '@xenolith/pages'
import { Command } from 'commander'
import { type CommonOptions, withCommon } from '../options.js'
import { createTerminal } from '../terminal.js'

export function historyCommand(): Command {
  const verify = new Command('verify')
    .summary('check that the history is whole')
    .description(
      'Walks the chain of events in a store and names the first that was changed, moved or taken out; compares files, certificates, scores, kept rows, draws, verdicts and standings with it. Exit 2 if anything differs.',
    )
    .option('--store <FILE|URL>', 'an SQLite file that no service has open, or postgres://...', 'xenolith.db')
    .option('--head <HASH>', 'a head that was written down before: the chain must hold it still')
  return new Command('history')
    .summary('the history that the service keeps')
    .description('The history that the service keeps: append-only, each event with the hash of the one before.')
    .addCommand(withCommon(verify).addHelpText('after', EXAMPLES).action(run))
}

async function run(options: CommonOptions & { store: string; head?: string }): Promise<void> {
  const terminal = createTerminal(options)
  const { openStore, verifyHistory } = await import('@xenolith/service')
  const store = await openStore(options.store).catch(withAdvice)
  try {
    const checked = await verifyHistory(store, { records: true, head: options.head })
    if (options.json) terminal.json(checked)
    if (checked.broken !== undefined) {
      const { seq, reason } = checked.broken
      throw new XenolithError('history-broken', `the history is broken at event ${seq}: ${reason}`)
    }
    if (!options.json) terminal.answer(`${count(checked.events)} events, whole. Head ${checked.head}`)
  } finally {
    await store.close()
  }
}

/** A file that a service has open can be asked about there. */
function withAdvice(error: unknown): never {
  if (!(error instanceof XenolithError) || error.code !== 'store-locked') throw error
  throw new XenolithError(error.code, `${error.message}; a service that runs follows its chain at /v1/history/verify`)
}

const EXAMPLES = `
Examples:
  xenolith history verify --store ./xenolith.db
  xenolith history verify --store ./xenolith.db --head 9f2c...`
