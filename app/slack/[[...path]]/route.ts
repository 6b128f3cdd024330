import { nextRoute } from '@/lib/http/mount'

export const dynamic = 'force-dynamic'
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextRoute
