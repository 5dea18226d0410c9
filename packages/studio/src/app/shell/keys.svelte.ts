import { untrack } from 'svelte'

/** A key that does something on the screen that is open. */
export interface Key {
  /** As `KeyboardEvent.key` has it: 'j', '?', 'Escape'; a sequence has a space: 'g p'. `shift+1` where shift matters. */
  readonly key: string
  readonly does: string
  readonly run: () => void
}

const OFF = 'xenolith-keys-off'

/** The keys in force. Single letters can be switched off, since speech input and stray fingers press them. */
class Keys {
  groups = $state.raw<{ readonly title: string; readonly keys: readonly Key[] }[]>([])
  off = $state(recall())
  #pending = ''
  #since = 0

  /** Keys of a screen, from now until the function that comes back is called: `$effect(() => keys.add('Alarms', [...]))`. */
  add(title: string, own: readonly Key[]): () => void {
    const group = { title, keys: own }
    this.groups = [...untrack(() => this.groups), group]
    return () => {
      this.groups = this.groups.filter((other) => other !== group)
    }
  }

  switch(off: boolean): void {
    this.off = off
    try {
      localStorage.setItem(OFF, off ? '1' : '')
    } catch {
      // A browser that keeps nothing for files: the choice holds until the page is closed.
    }
  }

  press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target as HTMLElement | null
    const types = target?.matches(
      'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    )
    // An open dialog has its own keys, Escape first of all.
    if (document.querySelector('dialog[open]') || (types && event.key !== 'Escape')) return
    if (this.off && event.key.length === 1 && event.key !== '?') return
    const started = this.#pending !== '' && event.timeStamp - this.#since < 1500
    const sequence = started ? `${this.#pending} ${event.key}` : event.key
    const shifted = event.shiftKey ? `shift+${event.code.replace(/^(Digit|Key)/, '').toLowerCase()}` : sequence
    const all = this.groups.flatMap(({ keys: own }) => own).reverse()
    const found = all.find(({ key }) => key === sequence || key === shifted)
    this.#pending = ''
    if (found !== undefined) {
      event.preventDefault()
      found.run()
    } else if (all.some(({ key }) => key.startsWith(`${sequence} `))) {
      this.#pending = sequence
      this.#since = event.timeStamp
    }
  }
}

function recall(): boolean {
  try {
    return localStorage.getItem(OFF) === '1'
  } catch {
    return false
  }
}

export const keys: Keys = new Keys()
