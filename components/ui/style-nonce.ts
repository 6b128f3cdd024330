import { setNonce } from 'get-nonce'

/** The one style sheet that a dialog adds, to keep the page from scrolling, carries the nonce that the page came with. */
const script = typeof document === 'undefined' ? null : document.querySelector<HTMLScriptElement>('script[nonce]')
if (script?.nonce) setNonce(script.nonce)
