import { tasks } from '../tasks.js'
import type { Request } from './lane.js'
import type { Output, Task } from './task.js'

/** The tasks open on one thread. */
export class Station {
  private readonly open = new Map<number, Task>()
  private readonly module: WebAssembly.Module

  constructor(module: WebAssembly.Module) {
    this.module = module
  }

  handle(request: Request): Output {
    switch (request.kind) {
      case 'open':
        this.open.set(request.handle, tasks[request.task](this.module, request.input))
        return { value: undefined, transfer: [] }
      case 'run':
        return this.open.get(request.handle)!.run(request.input)
      case 'close':
        this.open.delete(request.handle)
        return { value: undefined, transfer: [] }
      case 'ping':
        return { value: undefined, transfer: [] }
    }
  }
}
