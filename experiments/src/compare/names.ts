// The short names in the journal's figures.
const aliases: Readonly<Record<string, string>> = {
  lr: 'letter',
  ocr: 'optdigits',
  pageb: 'pageblocks',
  opticaldigits: 'optdigits',
  letterrecognition: 'letter',
}

/** One spelling of a dataset's name, to match tables by. */
export function datasetKey(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return aliases[plain] ?? plain
}

// The papers' names of the estimators of alpha.
const estimators: Readonly<Record<string, string>> = {
  alpha_1: 'km1',
  alpha_2: 'km2',
  alpha_1score: 'km1-scores',
  alpha_2score: 'km2-scores',
  bt_patrasen: 'bt-patrasen',
  c_patrasen: 'c-ps',
  c_roc: 'c-roc',
}

/** One name of an estimator of alpha, whichever table it comes from. */
export function estimatorKey(name: string): string {
  return estimators[name] ?? name
}
