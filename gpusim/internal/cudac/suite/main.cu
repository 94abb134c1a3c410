// main runs the launches of this folder whose names hold one of the arguments, all
// without arguments. A launch that fails ends its process; the next ones run in another.
#include "host.cuh"
#include <algorithm>
#include <sys/wait.h>
#include <unistd.h>

static bool wanted(const char* name, const std::vector<std::string>& parts) {
	for (const std::string& p : parts) {
		if (strstr(name, p.c_str())) {
			return true;
		}
	}
	return parts.empty();
}

int main(int argc, char** argv) {
	std::string dump;
	bool list = false;
	std::vector<std::string> parts;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-dump") == 0 && i + 1 < argc) {
			dump = argv[++i];
		} else if (strcmp(argv[i], "-list") == 0) {
			list = true;
		} else {
			parts.push_back(argv[i]);
		}
	}
	std::vector<host::Case> todo;
	for (const host::Case& c : host::Case::all()) {
		if (wanted(c.name, parts)) {
			todo.push_back(c);
		}
	}
	std::sort(todo.begin(), todo.end(), [](const host::Case& a, const host::Case& b) { return strcmp(a.name, b.name) < 0; });
	for (size_t next = 0; next < todo.size() && !list;) {
		int line[2];
		if (pipe(line)) {
			return 2;
		}
		pid_t child = fork();
		if (child == 0) {
			close(line[0]);
			for (size_t i = next; i < todo.size(); i++) {
				printf("case %s\n", todo[i].name);
				fflush(stdout);
				host::Run run(todo[i].name, dump);
				todo[i].launch(run);
				if (write(line[1], "x", 1) != 1) {
					exit(2);
				}
			}
			exit(0);
		}
		close(line[1]);
		char done;
		while (read(line[0], &done, 1) == 1) {
			next++;
		}
		close(line[0]);
		int status = 0;
		waitpid(child, &status, 0);
		if (next < todo.size()) {
			printf("failed %s status %d\n", todo[next].name, status);
			fflush(stdout);
			next++;
		}
	}
	for (size_t i = 0; i < todo.size() && list; i++) {
		printf("%s\n", todo[i].name);
	}
	return 0;
}
