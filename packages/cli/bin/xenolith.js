#!/usr/bin/env node
import { main } from '../dist/bundle/command/xenolith.js'

process.exitCode = await main(process.argv.slice(2))
