import { demo } from './demo.ts'

/** All that the page may ask. A task takes a value and a context, and gives a value. */
export const tasks = { demo }

export type Tasks = typeof tasks
