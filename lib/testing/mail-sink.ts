import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type MailSink = Awaited<ReturnType<typeof startMailSink>>

/** Somebody's mail server on this machine, which keeps what it gets and answers as it is told. */
export async function startMailSink() {
  const mails: Email[] = []
  let refuseWith: number | null = null
  let onMail = () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    async onData(stream, _session, callback) {
      const raw = await buffer(stream).catch(() => null)
      // Whoever was sending it died.
      if (raw === null) return
      if (refuseWith !== null) return callback(Object.assign(new Error('no'), { responseCode: refuseWith }))
      mails.push(await PostalMime.parse(raw))
      callback()
      onMail()
    },
  })
  // A client that dies is no fault of the server's.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** Answers every mail with that code; null takes them again. */
    refuse(code: number | null) {
      refuseWith = code
    },
    /** Resolves once that is so of the mails that have come. */
    until(isEnough: (mails: readonly Email[]) => boolean): Promise<void> {
      return new Promise((resolve) => {
        onMail = () => isEnough(mails) && resolve()
        onMail()
      })
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
