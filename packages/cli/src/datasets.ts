import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { XenolithError } from '@xenolith/core'

/** A public benchmark table as a data directory holds it, and which of its classes are nominal in the papers. */
export interface Dataset {
  readonly file: string
  readonly title: string
  readonly label: string
  readonly nominal: readonly string[]
}

export const datasets: Readonly<Record<string, Dataset>> = {
  landsat: { file: 'landsat.csv.gz', title: 'Landsat satellite (UCI)', label: 'label', nominal: ['1', '7'] },
  letter: { file: 'letter.csv.gz', title: 'Letter recognition (UCI)', label: 'label', nominal: ['A', 'C'] },
  optdigits: {
    file: 'optdigits.csv.gz',
    title: 'Optical digits (UCI)',
    label: 'label',
    nominal: ['1', '3', '4', '5', '7'],
  },
  pageblocks: { file: 'pageblocks.csv.gz', title: 'Page blocks (UCI)', label: 'label', nominal: ['1', '5'] },
  shuttle: { file: 'shuttle.csv.gz', title: 'Shuttle (UCI)', label: 'label', nominal: ['1', '4'] },
}

/** The path of a dataset in the user's data directory: a flag, or XENOLITH_DATA. */
export async function datasetPath(name: string, directory: string | undefined): Promise<string> {
  const dataset = datasets[name]
  if (!Object.hasOwn(datasets, name)) {
    throw new XenolithError(
      'bad-option',
      `there is no dataset "${name}"; expected one of ${Object.keys(datasets).join(', ')}`,
    )
  }
  if (directory === undefined) {
    throw new XenolithError('bad-option', 'real datasets need a data directory: give --data DIR or set XENOLITH_DATA')
  }
  const path = join(directory, dataset.file)
  await access(path).catch(() => {
    throw new XenolithError('file-missing', `the data directory has no ${dataset.file}: looked for ${path}`)
  })
  return path
}
