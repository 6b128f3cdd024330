import { serveAuth } from '@/lib/auth/next-auth'

export { serveAuth as GET, serveAuth as POST }
