#!/usr/bin/env node
import { createProgram, runProgram } from './program'
import { processCli } from './terminal'

/** The command as it is published: without the operator's part, which needs the server's code and its database. */
const cli = processCli()
await runProgram(createProgram(cli), process.argv.slice(2), cli)
