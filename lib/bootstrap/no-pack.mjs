// npm runs this before it packs or publishes the clone, whose dependencies are the server's.
console.error(`
This folder is the server. What is published is the client alone: the command, the SDK and its adapters. Make it with

  npm run package && npm pack ./.build/package
`)
process.exit(1)
