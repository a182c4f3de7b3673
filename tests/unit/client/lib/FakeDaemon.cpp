//===- FakeDaemon.cpp - a program in place of ingotd ----------------------===//
//
// Takes ingotd's arguments, appends them as a line to STORE.starts, listens on
// its socket and says that it is ready. A connection that sends a byte ends it;
// so does a minute, should the test that started it have crashed.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv) {
  alarm(60);
  std::map<std::string, std::string> flags;
  for (int i = 1; i + 1 < argc; i += 2)
    flags[argv[i]] = argv[i + 1];
  std::ofstream starts(flags["--store"] + ".starts", std::ios::app);
  for (int i = 1; i < argc; ++i)
    starts << argv[i] << " ";
  starts << std::endl;

  std::string path = flags["--listen"].substr(sizeof("unix:") - 1);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  unlink(path.c_str()); // Of one that ended.
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, reinterpret_cast<sockaddr *>(&address), sizeof(address)) !=
          0 ||
      listen(listener, 16) != 0 ||
      write(std::atoi(flags["--ready-fd"].c_str()), "r", 1) != 1)
    return 1;
  char byte;
  for (int peer; (peer = accept(listener, nullptr, nullptr)) >= 0; close(peer))
    if (read(peer, &byte, 1) == 1)
      return 0;
  return 1;
}
