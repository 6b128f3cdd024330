import type { MetadataRoute } from 'next'

/** What the inbox is as an installed app (F17). */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Vestra Inbox',
    short_name: 'Vestra',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fdfcfa',
    theme_color: '#2f4a8f',
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
