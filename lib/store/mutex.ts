/** Lets one holder at a time in, in the order of asking. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve()

  /** Resolves with the function that lets the next one in; calling it twice does nothing more. */
  async acquire(): Promise<() => void> {
    let open!: () => void
    const turn = new Promise<void>((resolve) => {
      open = resolve
    })
    const before = this.#tail
    this.#tail = before.then(() => turn)
    await before
    return open
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const release = await this.acquire()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
