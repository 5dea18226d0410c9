import { XenolithError } from '@xenolith/core'
import { declaresTypes } from '@xenolith/files'
import type { NumberOptions } from './options.js'

/** Refuses --decimal and --thousands where no input is text: columns that declare their types are read by these. */
export async function refuseIdleNumberFormat(
  { decimal, thousands }: NumberOptions,
  inputs: readonly string[],
): Promise<void> {
  const flag = decimal !== undefined ? '--decimal' : thousands !== undefined ? '--thousands' : undefined
  if (flag === undefined) return
  for (const input of inputs) if (!(await declaresTypes(input))) return
  throw new XenolithError(
    'bad-option',
    `${flag} has no effect on ${inputs.join(' and ')}: Parquet and Arrow files say what their numbers are`,
  )
}
