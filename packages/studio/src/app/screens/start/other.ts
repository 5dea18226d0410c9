/** What a file is, by its name. */
export function kindOf(name: string): 'table' | 'model' {
  return /\.xeno$/i.test(name) ? 'model' : 'table'
}

/** What to do with a file that is no model. */
export function describeOther(name: string): string {
  const page = /\.html?$/i.test(name)
  return page
    ? `${name} is a page; a report or a bundle opens in the browser by itself, and a bundle checks itself there. Expected a model, such as model.xeno`
    : `${name} is not a model; expected a file that ends in .xeno. Tables go to Nominal or Mixture above`
}
