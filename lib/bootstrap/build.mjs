import { setUpOrExit } from './setup.mjs'

await setUpOrExit({ build: 'all' })
