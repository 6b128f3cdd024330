import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { startReceiver } from './receiver'

export type PushBrowser = Awaited<ReturnType<typeof startPushBrowser>>

/** A browser with its push service on this machine: it has its own keys, and reads what is sent to it. */
export async function startPushBrowser() {
  const receiver = await startReceiver()
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const read: Record<string, unknown>[] = []
  receiver.answerWith({ status: 201 })

  return {
    receiver,
    target: {
      endpoint: `${receiver.url}/push/${randomBytes(4).toString('hex')}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** Everything that came, decrypted once. */
    payloads(): readonly Record<string, unknown>[] {
      for (const { bytes } of receiver.received.slice(read.length)) {
        read.push(JSON.parse(decrypt(bytes, { ecdh, publicKey, auth })))
      }
      return read
    },
    close: () => receiver.close(),
  }
}

/** RFC 8291 over one record of RFC 8188, from the receiving side. */
function decrypt(body: Buffer, keys: { ecdh: ReturnType<typeof createECDH>; publicKey: Buffer; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const shared = keys.ecdh.computeSecret(serverKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.publicKey, serverKey])
  const secret = Buffer.from(hkdfSync('sha256', shared, keys.auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
