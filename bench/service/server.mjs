// A service of its own in another process: node server.mjs STORE PORT. Prints one line when it listens, with its address.
// Port 0 takes one that is free.
import { createService, openStore } from '@xenolith/service'

const [store, port] = process.argv.slice(2)
const service = await createService({ store: await openStore(store), port: Number(port), rateLimit: 1e9 })
console.log('listening', await service.listen())
process.once('SIGTERM', async () => {
  await service.close()
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss() }))
  process.exit(0)
})
