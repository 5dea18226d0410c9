/** The tables, and which of their categories are nominal; all others are alien. */
export const tables = {
  spam: ['nonspam'],
  Vowel: ['hAd', 'hOd', 'hUd', 'hYd', 'had', 'hed', 'hod', 'hud'],
  Vehicle: ['bus', 'opel', 'saab'],
  DNA: ['n'],
  Soybean: [
    'alternarialeaf-spot',
    'brown-spot',
    'frog-eye-leaf-spot',
    'phytophthora-rot',
    'anthracnose',
    'brown-stem-rot',
  ],
  PimaIndiansDiabetes: ['neg'],
  segmentationData: ['PS'],
  mlc_churn: ['no'],
  credit_data: ['good'],
  digits: ['0', '1', '2', '3', '4', '5'],
  breast_cancer: ['benign'],
  packages: ['net', 'science', 'math'],
  sentences: ['net', 'science', 'math'],
  cover: ['2'],
  // Animals; the others are vehicles.
  cifar10: ['2', '3', '4', '5', '6', '7'],
}
