import { expect } from 'vitest'
import { runProgram } from '@/lib/testing/run-block'
import { verifies } from '@/lib/testing/verifies'

verifies('D19.3', 'another version of Node is refused in one line, before anything is done', async () => {
  for (const version of ['18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.1']) {
    const asVersion = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`
    for (const script of ['start', 'dev', 'build']) {
      const ran = await runProgram(process.execPath, ['--import', asVersion, `lib/bootstrap/${script}.mjs`], {})
      expect([script, ran.code, ran.out, ran.err.trim()]).toEqual([
        script,
        1,
        '',
        `Node ${version} is not supported: install Node 20.19, 22.12, 24 or later.`,
      ])
    }
  }
})
