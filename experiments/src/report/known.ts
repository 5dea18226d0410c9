/** What the report says about an element beyond its numbers. */
export interface Known {
  readonly heading: string
  /** For a tile: a word or two. */
  readonly short: string
  readonly paragraphs: readonly string[]
}

const cells =
  'Within one replicate the fitted detector serves all alphas and targets, so cells of one n are not independent.'

const icml =
  'The first paper (ICML 2018) printed tables for the same data. Its published notebook wrote another alpha\u2032 into the tables than it used, kept results of the previous alpha for folds not yet visited, and scored nominal rows by the detector of their own class only; its sample sizes were different too. The authors reran the benchmarks for the second paper (JMLR 2022), so those are the tables to match. The first ones are shown beside and never counted.'

const elements: Readonly<Record<string, Known>> = {
  'synthetic-iforest': {
    heading: 'Synthetic data, isolation forest',
    short: 'Synthetic, iForest',
    paragraphs: [
      `ICML tables 1–3 and 7, figures 1–3. Nominal rows are 9-dimensional standard normal; aliens add 3 on three or four random coordinates. n nominal and n mixture rows with exactly round(alpha n) aliens, 20,000 test rows of each kind. ${cells}`,
    ],
  },
  'synthetic-loda': {
    heading: 'Synthetic data, bootstrap LODA',
    short: 'Synthetic, LODA',
    paragraphs: [
      `ICML tables 4–6, and the figures that the paper drew for the isolation forest only. The same data as above, 1000 random projections, each with a histogram on a bootstrap resample. ${cells}`,
    ],
  },
  'benchmarks-iforest': {
    heading: 'Benchmarks, isolation forest',
    short: 'Benchmarks, iForest',
    paragraphs: [
      'JMLR tables 7–15 without Tiny ImageNet. One forest per nominal class, a row scores the least over the classes; 10-fold cross-validation over the mixture: the threshold from nine folds, the rates on the tenth. alpha\u2032 is what the algorithm is told.',
      icml,
      'Covertype is a stratified sample of 92,962 rows here; all other tables are complete.',
    ],
  },
  'benchmarks-loda': {
    heading: 'Benchmarks, bootstrap LODA',
    short: 'Benchmarks, LODA',
    paragraphs: [
      'The second paper has no LODA tables. Those of the first (ICML tables 11–16) agree with its isolation forest tables (17–22) almost to the digit and are suspect; they are shown beside, not counted. So these are the first LODA numbers under the corrected protocol.',
    ],
  },
  'deep-scores': {
    heading: 'Deep network scores',
    short: 'Deep network',
    paragraphs: [
      'The papers scored 200 nominal against 800 alien ImageNet classes by the largest softmax value of a WRN-40-2 that was trained on the 200, with n = 5263. Neither that network nor those classes nor their scores are at hand. Here the same score comes from the outputs of other networks.',
      'CIFAR-10, ResNet and SqueezeNet: small classifiers of the ten CIFAR-10 classes (77\u00a0% correct); nominal rows are CIFAR-10 test images, aliens are Tiny ImageNet images of the classes that CIFAR-10 does not have. Tiny ImageNet, 100 + 100: a quantised MobileNet; half of the 200 classes are nominal, the other half are aliens, and only the outputs for the nominal half are used. That network saw the alien classes in its training, which the papers\u2019 did not.',
      'So this shows the method on deep scores and is not the papers\u2019 row again: published numbers stand beside, and no cell is counted as agreeing or not.',
    ],
  },
  certificates: {
    heading: 'Beyond the papers: what certificates promise and deliver',
    short: 'Certificates',
    paragraphs: [
      'On the same replicates, each certificate is asked for a recall with confidence 95\u00a0%. The table says how often it could be given, how often the promise was kept on test rows, what recall was delivered on average and at worst, and at what false alarm rate.',
    ],
  },
  'false-alarms': {
    heading: 'Beyond the papers: what a recall costs, by detector',
    short: 'False alarms',
    paragraphs: [
      'Every detector on the same rows, not one for each class. The oracle\u2019s threshold catches 95\u00a0% of the alien test rows exactly; certified ones are those of exact tests with confidence 95\u00a0%, and where none is given everything alarms, which counts as a false alarm rate of 1. A row of the mixture is alien with probability alpha. The detectors learn from all nominal rows (contrast from both samples) and are certified on honest scores of these; auto chooses and blends on two ninths or a third of both samples, is trained on all rows and certified on those that did not choose.',
    ],
  },
  'alpha-synthetic': {
    heading: 'Estimators of alpha, synthetic data',
    short: 'alpha, synthetic',
    paragraphs: [
      'JMLR figure 16: mean estimates over runs. The published means were read off vector figures; they have no intervals, so z takes their 100 runs to scatter like ours.',
    ],
  },
  'alpha-benchmarks': {
    heading: 'Estimators of alpha, benchmarks',
    short: 'alpha, benchmarks',
    paragraphs: [
      'JMLR figures 17 and 18: mean estimates over runs. The published means were read off vector figures, which also show recall and false alarm rate with each estimate; those are not repeated here. They have no intervals, so z takes 100 published runs to scatter like ours.',
    ],
  },
}

const order = Object.keys(elements)

/** The order of the report: the papers', then what users added. */
export function rank(name: string): number {
  const place = order.indexOf(name)
  return place < 0 ? order.length : place
}

/** `papers` says whether published numbers belong to it; without, it is a user's own table under a protocol of the papers. */
export function knownOf(name: string, title: unknown, papers: boolean): Known {
  if (!papers && name in ownTables) return { heading: ownTables[name], short: ownTables[name], paragraphs: [ownTable] }
  const heading = typeof title === 'string' ? title : name
  return elements[name] ?? { heading, short: heading, paragraphs: [] }
}

const ownTables: Readonly<Record<string, string>> = {
  'benchmarks-iforest': 'Own table, isolation forest',
  'benchmarks-loda': 'Own table, bootstrap LODA',
}

const ownTable =
  'The protocol of the second paper\u2019s benchmarks: one detector per nominal class, a row scores the least over the classes; 10-fold cross-validation over the mixture. alpha\u2032 is what the algorithm is told.'
