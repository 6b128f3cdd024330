import { demoUserId, runDemoAgent } from '@/lib/demo/agent'
import { Vestra } from '@/lib/sdk'
import { type App, systemContext } from '@/lib/services/context'
import { prepareDemo } from '@/lib/services/demo'

/** Runs the demo agent beside the server, as an agent of its own would run: over HTTP with a key. */
export async function startDemo(app: App): Promise<void> {
  try {
    const apiKey = await prepareDemo(systemContext(app, 'test'), demoUserId)
    await runDemoAgent(new Vestra({ baseUrl: app.config.publicUrl, apiKey }), app.shutdown)
  } catch (error) {
    if (!app.shutdown.aborted) app.log.error({ err: error }, 'the demo agent stopped')
  }
}
