/** The detectors that are compared, by the name of their row in the table, with the options that make them. */
export const lineup = {
  iforest: { detector: 'iforest' },
  'iforest per class': { detector: 'iforest', perClass: true },
  'density-forest': { detector: 'density-forest' },
  'density-forest per class': { detector: 'density-forest', perClass: true },
  loda: { detector: 'loda' },
  knn: { detector: 'knn' },
  'knn raw': { detector: 'knn', scaling: 'raw' },
  'knn ranks': { detector: 'knn', scaling: 'ranks' },
  gmm: { detector: 'gmm' },
  'gmm raw': { detector: 'gmm', scaling: 'raw' },
  'gmm ranks': { detector: 'gmm', scaling: 'ranks' },
  'gmm bic': { detector: 'gmm', components: 'bic' },
  'gmm 1': { detector: 'gmm', components: 1 },
  'gmm 20': { detector: 'gmm', components: 20 },
  'gmm 3 per class': { detector: 'gmm', components: 3, perClass: true },
}
