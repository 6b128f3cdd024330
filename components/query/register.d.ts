import type { VestraError } from '@/lib/sdk'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: VestraError
  }
}
