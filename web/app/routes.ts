import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/default-layout/default-layout.tsx', [
    // For everyone
    index('routes/home/home.tsx'),
    route('about', 'routes/about/about.tsx'),
    route('explore', 'routes/explore/explore.tsx'),
    route('spot/:id', 'routes/spot/spot.tsx'),
    route('spot/:id/edit', 'routes/spot/edit/spot-edit.tsx'),
    // For members
    route('submit', 'routes/submit/submit.tsx'),
    route('city/:name', 'routes/city/city.tsx'),
    route('post/:slug', 'routes/post/post.tsx'),
    route('account', 'routes/account/account.tsx'),
    route('account/settings', 'routes/account-settings/account-settings.tsx'),
    route('account/apps', 'routes/account-apps/account-apps.tsx'),
    // For trying the product out
    route('debug-seed', 'routes/debug-seed/debug-seed.tsx'),
    // Every unmatched path
    route('*', 'routes/unmatched/unmatched.tsx'),
  ]),
  layout('routes/auth-layout/auth-layout.tsx', [
    route('auth/login', 'routes/login/login.tsx'),
    route('auth/signup', 'routes/signup/signup.tsx'),
    route('oauth/consent', 'routes/oauth-consent/oauth-consent.tsx'),
  ]),
  // Endpoints that pages call
  route('submit/photos', 'routes/submit/photos.ts'),
  route('debug-seed/run', 'routes/debug-seed/seed-run.ts'),
  route('account/settings/export.json', 'routes/account-settings/export/export-json.ts'),
] satisfies RouteConfig
