import type { Command } from 'commander'
import { demoUserId, runDemoAgent } from '@/lib/demo/agent'
import { Vestra } from '@/lib/sdk'
import { prepareDemo } from '@/lib/services/demo'
import { operatorContext, withApp } from './admin'

/** `vestra demo`: an agent that asks one thing of every type, for the first admin of the server on this machine. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('run a demo agent against the server on this machine')
    .action(() =>
      withApp(async (app) => {
        const apiKey = await prepareDemo(operatorContext(app, 'test'), demoUserId)
        await runDemoAgent(new Vestra({ baseUrl: app.config.publicUrl, apiKey }), app.shutdown)
      }),
    )
}
