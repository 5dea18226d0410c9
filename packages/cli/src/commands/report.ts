import { extname } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { openModel, refuseClosedStdout, refuseSameFile, writeFileAtomically } from '@xenolith/files'
import { reportOfModel } from '@xenolith/pages/report'
import { Command } from 'commander'
import { type CommonOptions, withCommon } from '../options.js'
import { createTerminal, type Terminal } from '../terminal.js'

export interface ReportOptions extends CommonOptions {
  readonly model: string
  readonly out: string
}

export function reportCommand(): Command {
  const command = new Command('report')
    .summary('the certificate and its evidence as one HTML file')
    .description('The certificate, its assumptions and its evidence as one HTML file that needs no network.')
    .requiredOption('--model <MODEL>', 'a model file that fit wrote')
    .requiredOption('--out <FILE>', 'the HTML file to write; - is stdout')
  return withCommon(command)
    .addHelpText('after', EXAMPLES)
    .action((options: ReportOptions) => reportToFile(options, createTerminal(options)))
}

/** Writes the report of a model file. */
export async function reportToFile(options: ReportOptions, terminal: Terminal): Promise<void> {
  refuseOtherFormat(options.out)
  await refuseSameFile(options.out, [options.model])
  const { file, signature } = await openModel(options.model)
  const html = reportOfModel(file, { signature, made: today() })
  if (options.out === '-') {
    refuseClosedStdout()
    return void process.stdout.write(html)
  }
  await writeFileAtomically(options.out, html)
  terminal.say(`Report written to ${options.out}.`)
  if (options.json) terminal.json({ out: options.out })
}

/** The day of the report; SOURCE_DATE_EPOCH, where it is set, makes reports repeatable to the byte. */
function today(): Date {
  const epoch = Number(process.env.SOURCE_DATE_EPOCH)
  return process.env.SOURCE_DATE_EPOCH && Number.isFinite(epoch) ? new Date(1000 * epoch) : new Date()
}

/** A report is HTML: a name that says otherwise would be a file that no program opens. */
function refuseOtherFormat(out: string): void {
  const extension = extname(out).toLowerCase()
  if (['', '.html', '.htm'].includes(extension)) return
  const advice = extension === '.pdf' ? '; a browser prints it as PDF' : ''
  throw new XenolithError(
    'output-unwritable',
    `${out}: a report is an HTML file, expected a name that ends in .html${advice}`,
  )
}

const EXAMPLES = `
Examples:
  xenolith report --model model.xeno --out report.html`
