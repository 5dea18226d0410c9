/** A file of a dataset, as a data directory holds it. */
export interface DataFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** A public dataset: where it comes from, what its bytes are, and which of its categories are nominal. */
export interface ManifestEntry {
  readonly name: string
  readonly title: string
  /** Where it can be obtained. */
  readonly source: string
  readonly licence: string
  readonly files: readonly DataFile[]
  readonly parser: 'csv' | 'mnist' | 'cifar-tiny' | 'tiny200'
  /** Of a classifier's outputs: what the columns hold. */
  readonly outputs?: 'logits' | 'probabilities'
  /** The label column of a CSV. */
  readonly label?: string
  /** Columns that are used (default: all but the label). */
  readonly features?: readonly string[]
  readonly nominal: readonly string[]
  readonly note?: string
}

const UCI = 'https://archive.ics.uci.edu/dataset'
const CC_BY = 'CC BY 4.0'

const tinyFiles: Readonly<Record<string, DataFile>> = {
  annotations: {
    path: 'tiny-imagenet/val_annotations.txt',
    bytes: 347_377,
    sha256: 'c37765a8b40fce4f28962bf1847a2537e2781753974cbb2447eeb50ff31130a2',
  },
  meta: {
    path: 'tiny-imagenet/mobilenetv2_logits_meta.json',
    bytes: 17_029,
    sha256: '5772ff51be2e5257a01d1f6654055a30e6d97a03dedfad0b83c98e9ee5568d9b',
  },
  validation: {
    path: 'tiny-imagenet/mobilenetv2_logits_val.u8.gz',
    bytes: 8_732_075,
    sha256: '9fdfd5a5dcbd24c38189f265af1e23fd112d0e500414c90c393ed64e662af4c1',
  },
  training: {
    path: 'tiny-imagenet/mobilenetv2_logits_train50.u8.gz',
    bytes: 8_735_291,
    sha256: '64d7ea026a2423e71d3e0089bd892bc7c779d457f8ce48e3ddef0452076a2082',
  },
}

/** The datasets of the papers, in the order of their tables. */
export const manifest: readonly ManifestEntry[] = [
  {
    name: 'landsat',
    title: 'Landsat satellite (UCI)',
    source: `${UCI}/146/statlog+landsat+satellite`,
    licence: CC_BY,
    files: [
      {
        path: 'landsat.csv.gz',
        bytes: 98_380,
        sha256: '0841b97fa68d0f402730f3527b0cd357d6b3739da3a38c3e25d3ffa29e7c700e',
      },
    ],
    parser: 'csv',
    label: 'label',
    nominal: ['1', '7'],
    note: 'sat.trn, then sat.tst, as gzip CSV with the header f0..f35,label',
  },
  {
    name: 'letter',
    title: 'Letter recognition (UCI)',
    source: `${UCI}/59/letter+recognition`,
    licence: CC_BY,
    files: [
      {
        path: 'letter.csv.gz',
        bytes: 186_827,
        sha256: '162bc748e29969c67590b29a3cf58d1628235ad4695b37b2ce6c1b28f40468c3',
      },
    ],
    parser: 'csv',
    label: 'label',
    nominal: ['A', 'C'],
    note: 'letter-recognition.data as gzip CSV with the header f0..f15,label: the letter comes last',
  },
  {
    name: 'optdigits',
    title: 'Optical digits (UCI)',
    source: `${UCI}/80/optical+recognition+of+handwritten+digits`,
    licence: CC_BY,
    files: [
      {
        path: 'optdigits.csv.gz',
        bytes: 165_584,
        sha256: 'e50bbd68a550532973c1e77f2e6faf3e7a45a99d3cdcc3d89946d9dd698db2fe',
      },
    ],
    parser: 'csv',
    label: 'label',
    nominal: ['1', '3', '4', '5', '7'],
    note: 'optdigits.tra, then optdigits.tes, as gzip CSV with the header f0..f63,label',
  },
  {
    name: 'pageblocks',
    title: 'Page blocks (UCI)',
    source: `${UCI}/78/page+blocks+classification`,
    licence: CC_BY,
    files: [
      {
        path: 'pageblocks.csv.gz',
        bytes: 82_727,
        sha256: 'c46ce7cc0283e5302a46ac6582fd15877e0c958d4d315862dceb60d0e49375ef',
      },
    ],
    parser: 'csv',
    label: 'label',
    nominal: ['1', '5'],
    note: 'page-blocks.data as gzip CSV with the header f0..f9,label',
  },
  {
    name: 'shuttle',
    title: 'Shuttle (UCI)',
    source: `${UCI}/148/statlog+shuttle`,
    licence: CC_BY,
    files: [
      {
        path: 'shuttle.csv.gz',
        bytes: 417_483,
        sha256: '0a91b3720fcda7c527d0068c5ee8c7d08a7da16483bdbbdcf19b599e8ce3eb27',
      },
    ],
    parser: 'csv',
    label: 'label',
    nominal: ['1', '4'],
    note: 'shuttle.trn, then shuttle.tst, as gzip CSV with the header f0..f8,label',
  },
  {
    name: 'covertype',
    title: 'Covertype (UCI), a 16 % sample stratified by class',
    source: `${UCI}/31/covertype`,
    licence: CC_BY,
    files: [
      {
        path: 'covertype_sample92962.csv.gz',
        bytes: 1_913_099,
        sha256: '0848f3ce5d39d885cc89575ca9d72017244aed7d325e20110e0412b1a8c6a3d8',
      },
    ],
    parser: 'csv',
    label: 'label',
    features: ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9'],
    nominal: ['1', '2', '3', '7'],
    note: '92,962 of the 581,012 rows, from the public repository ramp-kits/covertype; the ten quantitative attributes',
  },
  {
    name: 'mnist',
    title: 'MNIST digits',
    source: 'https://yann.lecun.com/exdb/mnist/',
    licence: 'usually given as CC BY-SA 3.0',
    files: [
      {
        path: 'mnist/train-images-idx3-ubyte.gz',
        bytes: 9_630_610,
        sha256: '71524e2cd1ad2968737f7f2f2ff69cbfc32df8ccddff51593f7cb2d4e0eb5b64',
      },
      {
        path: 'mnist/train-labels-idx1-ubyte.gz',
        bytes: 28_878,
        sha256: 'fe03b8bd7915f70bf5aa08be480aa413fbd85afcaa58b35d230d335f284fd88e',
      },
      {
        path: 'mnist/t10k-images-idx3-ubyte.gz',
        bytes: 1_602_050,
        sha256: '5634745efa576a17e7d4cf5cd9d09123c75e6538e5114267c2d156edaf519341',
      },
      {
        path: 'mnist/t10k-labels-idx1-ubyte.gz',
        bytes: 4_517,
        sha256: 'ae18e77e031ccde52407f794d123116439864147d33ac992975f85dd4dc42af6',
      },
    ],
    parser: 'mnist',
    nominal: ['1', '3', '7'],
    note: 'the four idx files; training images, then test images',
  },
  {
    name: 'cifar10-tiny',
    title: 'CIFAR-10 test images, Tiny ImageNet aliens: logits of an adversarially trained ResNet',
    source: 'https://www.cs.toronto.edu/~kriz/cifar.html and http://cs231n.stanford.edu/tiny-imagenet-200.zip',
    licence: 'CIFAR-10: none stated; Tiny ImageNet: non-commercial research and education',
    files: [
      {
        path: 'cifar10/cifar10test_tinyval_resnet4b_logits.csv.gz',
        bytes: 647_121,
        sha256: 'fe44d1ba3ee693d24a6f44ef094e844dafb4e43cfd6ca4efa236e57bb6ad6f33',
      },
    ],
    parser: 'cifar-tiny',
    outputs: 'logits',
    label: 'label',
    nominal: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    note: 'outputs of the ONNX model resnet_4b (77.2 % correct on the CIFAR-10 test images); without the 31 Tiny ImageNet classes that CIFAR-10 also has',
  },
  {
    name: 'cifar10-tiny-squeezenet',
    title: 'CIFAR-10 test images, Tiny ImageNet aliens: probabilities of a SqueezeNet',
    source: 'https://www.cs.toronto.edu/~kriz/cifar.html and http://cs231n.stanford.edu/tiny-imagenet-200.zip',
    licence: 'CIFAR-10: none stated; Tiny ImageNet: non-commercial research and education',
    files: [
      {
        path: 'cifar10/cifar10test_tinyval_squeezenet_probs.csv.gz',
        bytes: 881_732,
        sha256: 'c9d202a4ea3757bc3ac27afbbe70bd2357a30047f6546e0fc835caa0aa01f870',
      },
    ],
    parser: 'cifar-tiny',
    outputs: 'probabilities',
    label: 'label',
    nominal: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    note: 'outputs of the ONNX model squeezenet_cifar10 (77.1 % correct on the CIFAR-10 test images); without the 31 Tiny ImageNet classes that CIFAR-10 also has',
  },
  {
    name: 'tiny200',
    title: 'Tiny ImageNet, 100 nominal and 100 held-out classes: logits of a quantised MobileNet',
    source: 'http://cs231n.stanford.edu/tiny-imagenet-200.zip',
    licence: 'Tiny ImageNet: non-commercial research and education',
    files: [tinyFiles.meta, tinyFiles.annotations, tinyFiles.validation, tinyFiles.training],
    parser: 'tiny200',
    outputs: 'logits',
    // The classes are divided by the seed of the experiment.
    nominal: [],
    note: 'the 10,000 validation images and the first 50 training images of each class; only the logits of the nominal classes are used',
  },
]

export function findEntry(name: string): ManifestEntry | undefined {
  return manifest.find((entry) => entry.name === name)
}
