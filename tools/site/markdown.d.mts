import type { Html } from '@xenolith/pages'
export interface Section {
  readonly id: string
  readonly heading: string
  readonly level: number
  readonly text: string
}
export function slug(heading: string): string
export function renderMarkdown(
  source: string,
  resolve: (link: string) => string,
): { title: string; markup: Html; sections: Section[] }
