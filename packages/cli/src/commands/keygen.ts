import { writeKeyPair } from '@xenolith/files'
import { Command } from 'commander'
import { type CommonOptions, withCommon } from '../options.js'
import { createTerminal } from '../terminal.js'

export function keygenCommand(): Command {
  const command = new Command('keygen')
    .summary('make a key pair to sign models with')
    .description(
      'Makes an Ed25519 key pair: NAME, which signs and which nobody else may read, and NAME.pub, which checks signatures and is for everyone. Files that exist are never overwritten.',
    )
    .requiredOption('--out <NAME>', 'the file of the private key; the public one is NAME.pub')
  return withCommon(command)
    .addHelpText('after', EXAMPLES)
    .action(async (options: CommonOptions & { out: string }) => {
      const terminal = createTerminal(options)
      const made = await writeKeyPair(options.out)
      if (options.json) return terminal.json(made)
      terminal.answer(made.name)
      terminal.say(`Private key in ${made.privateKey}: keep it. Public key in ${made.publicKey}: hand it out.`)
    })
}

const EXAMPLES = `
Examples:
  xenolith keygen --out lab-key
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno --sign lab-key
  xenolith verify --model model.xeno --trust lab-key.pub`
