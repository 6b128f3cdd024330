#!/usr/bin/env node
import { Command } from 'commander'
import { addAdminCommands } from './admin'

const program = new Command('vestra').description('The approval inbox for AI agents, from the command line.')
addAdminCommands(program)
await program.parseAsync()
