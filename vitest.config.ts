import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    environment: 'node',
    pool: 'forks',
    isolate: false,
    include: ['{app,components,lib}/**/*.test.{ts,tsx}'],
    setupFiles: ['lib/testing/setup.ts'],
  },
})
