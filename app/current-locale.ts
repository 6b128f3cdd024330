import { cookies, headers } from 'next/headers'
import { localeCookie } from '@/components/messages/locale-cookie'
import { chooseLocale, type Locale } from '@/lib/locales'

/** The language of the page that is being drawn. */
export async function currentLocale(): Promise<Locale> {
  return chooseLocale((await cookies()).get(localeCookie)?.value, (await headers()).get('accept-language'))
}
