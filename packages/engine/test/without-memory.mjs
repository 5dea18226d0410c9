// WebAssembly memory that cannot grow, here and in workers, which inherit the arguments of Node: node --import this file.
WebAssembly.Memory.prototype.grow = () => {
  throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory')
}
