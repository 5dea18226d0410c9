/** The size of a drawing: one for desks and paper, one for phones. */
export interface Size {
  readonly name: 'wide' | 'narrow'
  readonly width: number
  readonly height: number
}

/** The drawing in words, for those who do not see it. */
export interface Alternative {
  readonly title: string
  readonly description: string
}
