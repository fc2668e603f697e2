// What a notification of a phone's browser does when it is touched: it shows the match.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  event.waitUntil(
    clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((one) => one.url === address);
      return page ? page.focus() : clients.openWindow(address);
    }),
  );
});
