import { serverEntry, setUpOrExit } from './setup.mjs'

await setUpOrExit({ build: 'all' })
process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)
await import(serverEntry)
