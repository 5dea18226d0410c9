import { XenolithError } from '@xenolith/core'
import { nearest } from '@xenolith/files'
import { Command } from 'commander'
import { createTerminal } from '../terminal.js'

/** Pages of a few lines on what is not one command's business. */
const TOPICS: Readonly<Record<string, string>> = {
  alpha: `alpha is the share of aliens in the mixture, or an upper bound on it. A promise needs a bound: too large a value
costs false alarms, or the certificate; too small a value breaks the promise. It comes from what you know, from an
assumption that you state (xenolith alpha --quantile 0.5), or from labels (xenolith audit sample, then fit --audit).
fit --alpha auto estimates it: then nothing is certified.`,
  price: `Every promise costs alarms on ordinary rows. The certificate gives an estimate and an upper bound. By exact, count and
audit it is a separate bound: at confidence 95 % for each, promise and bound hold together at 90 %. By dkw and theorem1
both hold together at 95 %. If more than 10 % of ordinary rows alarm, the certificate is called costly, and ways to make
it cheaper are computed from the data.`,
  void: `A promise is void when ordinary rows change, when new kinds of alien appear, when alpha was too small, or when someone
chooses aliens that get past the threshold. detect tests what can be tested without labels and says "promise void for
this batch because ...". --fail-on-void makes that exit status 5.`,
  methods: `exact     exact binomial tests in a fixed order; the default, the sharpest without labels
count     the same where you know how many rows of this mixture are alien, at most (--aliens-at-most); sharper
audit     from labelled rows of the mixture (--audit)
dkw       one-sided bands around both distribution functions
theorem1  the papers' bound`,
  audit: `A person labels a random part of the mixture. xenolith audit sample draws the rows; fill in the column verdict (nominal,
alien or unsure) and give the file to fit --audit or threshold --audit. The labels bound alpha, and enough labelled
aliens certify a threshold directly. Label Studio: audit sample --label-studio, and its JSON export as --audit.`,
  groups: `detect --group puts alarms that are alike into groups, each perhaps a new category, with a size, typical values and
examples; alarms that resemble few others form the last group. Groups are a way to read alarms, not a test: one kind may
be split over two groups, and false alarms form groups too.`,
  'p-values': `detect --p-values adds a conformal p-value for each row, detect --fdr 10% selects rows so that on average at most 10 %
of them are ordinary. This answers a different question: it needs neither alpha nor a mixture, and promises nothing
about recall.`,
  formats: `Inputs: CSV, TSV, JSON, NDJSON, also gzip or zstd; Parquet; Arrow files and streams; patterns such as 'day-*.parquet'; - for stdin.
Numbers of other countries: --decimal , --thousands .
Outputs by extension: .csv, .tsv, .ndjson, .jsonl, .json (each also .gz), .parquet,
.arrow and .feather (Arrow files), .arrows (an Arrow stream); - is CSV on stdout.`,
  status: `0 done; 1 internal error; 2 bad usage or input; 3 these data cannot carry the promise; 4 a row alarms (detect
--fail-on-alarm); 5 the promise is void for the batch (detect --fail-on-void).`,
  config: `--config FILE reads flags from a JSON object, such as {"alpha": "10%", "recall": 0.9, "per-class": true}. It goes with
every command; flags on the command line win.`,
}

/** What there is help on besides commands. */
export const topics: readonly string[] = Object.keys(TOPICS)

export function helpCommand(program: Command): Command {
  return new Command('help')
    .summary('help on a command or a topic')
    .description(`Help on a command, or on a topic: ${Object.keys(TOPICS).join(', ')}.`)
    .argument('[name]', 'a command or a topic')
    .action((name?: string) => {
      const terminal = createTerminal({})
      if (name === undefined)
        return terminal.answer(`${program.helpInformation()}\nTopics: ${Object.keys(TOPICS).join(', ')}`)
      const command = program.commands.find((each) => each.name() === name)
      const topic = Object.hasOwn(TOPICS, name) ? TOPICS[name] : undefined
      if (command === undefined && topic === undefined) {
        const known = [...Object.keys(TOPICS), ...program.commands.map((each) => each.name())]
        const like = nearest(name, known)
        throw new XenolithError(
          'unknown-command',
          `no help on "${name}"${like === undefined ? '' : `; did you mean ${like}?`}`,
        )
      }
      terminal.answer([topic, command?.helpInformation().trim()].filter((text) => text !== undefined).join('\n\n'))
    })
}
