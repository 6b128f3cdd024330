'use client'

import { createContext } from 'react'

/** The server's time when it painted this page, so that hydration draws the very same words. */
export const FirstPaint = createContext(0)
