#!/usr/bin/env node
import { createProgram, runProgram } from './program'
import { processCli } from './terminal'

const words = process.argv.slice(2)
const cli = processCli()
const program = createProgram(cli)

// These open the store; nobody else waits for that code to load.
if (words[0] === 'admin') (await import('./admin')).addAdminCommands(program)
else program.command('admin').description("operate the inbox, on the server's own machine")
if (words[0] === 'demo') (await import('./demo')).addDemoCommand(program)
else program.command('demo').description('run a demo agent against the server on this machine')

await runProgram(program, words, cli)
