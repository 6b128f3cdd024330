import { setUpOrExit } from './setup.mjs'

await setUpOrExit({ build: 'none' })
process.env.NODE_ENV = 'development'
process.argv.push('--dev')
const { register } = await import('tsx/esm/api')
register()
await import('../server/main.ts')
